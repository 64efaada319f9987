/* SPDX-License-Identifier: Apache-2.0 */
/** Short statements written from the syntax of each reference page, to be taken or refused. */
package io.millrace.compiler.conformance;
