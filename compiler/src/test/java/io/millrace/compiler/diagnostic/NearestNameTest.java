/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {

    @Test
    void findsANameWithOneLetterWrong() {
        assertThat(NearestName.of("regoin", List.of("country", "region"))).contains("region");
        assertThat(NearestName.of("custmers", List.of("orders", "customers")))
                .contains("customers");
    }

    @Test
    void ignoresCase() {
        assertThat(NearestName.of("ORDERS", List.of("orders"))).contains("orders");
    }

    @Test
    void prefersTheClosestAndThenTheFirst() {
        assertThat(NearestName.of("orders", List.of("orderz1", "orderz", "ordery")))
                .contains("orderz");
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(NearestName.of("region", List.of("customers", "warehouse_path", ""))).isEmpty();
        assertThat(NearestName.of("id", List.of("ts", "xy"))).isEmpty();
        assertThat(NearestName.of("x", List.of())).isEmpty();
    }

    @Test
    void standsNamesOfAnyLength() {
        String name = "a".repeat(10_000);
        assertThat(NearestName.of(name, List.of(name + "b"))).contains(name + "b");
    }
}
