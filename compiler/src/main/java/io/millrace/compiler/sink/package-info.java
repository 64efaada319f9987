/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is known of sinks without reaching them: which options a format takes, and what it promises.
 * The one list for the checks of the compiler and for the writing itself. Entry type: {@link
 * io.millrace.compiler.sink.SinkFormat}.
 */
package io.millrace.compiler.sink;
