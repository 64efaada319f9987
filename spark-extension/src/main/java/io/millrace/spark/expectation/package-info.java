/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Expectations while flows run: rules over the rows of a dataset, counted in the pass in which the
 * rows are written. Runners use {@link io.millrace.spark.expectation.Judgements}.
 */
package io.millrace.spark.expectation;
