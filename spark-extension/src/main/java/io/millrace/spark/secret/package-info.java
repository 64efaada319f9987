/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Secrets that pipelines name as {@code {{secrets/scope/key}}}: looked up where a value is used,
 * and kept out of everything that is written or printed. Entry types: {@link
 * io.millrace.spark.secret.Secrets} finds values, {@link io.millrace.spark.secret.SecretValues}
 * hides them. Values are kept in memory only.
 */
package io.millrace.spark.secret;
