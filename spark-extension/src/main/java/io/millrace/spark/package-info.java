/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The engine's public face: what an update is asked to do and what it did. Entry types: {@code
 * PipelineRunner} and {@code MillraceSparkExtensions}.
 */
package io.millrace.spark;
