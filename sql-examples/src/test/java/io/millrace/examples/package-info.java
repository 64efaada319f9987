/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps what users read honest: runs every example as its README says, every command of the
 * project's README, and compiles the SQL of the documentation.
 */
package io.millrace.examples;
