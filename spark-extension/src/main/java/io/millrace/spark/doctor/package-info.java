/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Whether a Spark session is set up for Millrace, and how to mend what is not. Entry type: {@link
 * io.millrace.spark.doctor.Doctor}.
 */
package io.millrace.spark.doctor;
