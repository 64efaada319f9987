/* SPDX-License-Identifier: Apache-2.0 */

/**
 * What of a pipeline would not run on other engines that read this dialect, and the modern form of
 * legacy text.
 */
package io.millrace.compiler.portability;
