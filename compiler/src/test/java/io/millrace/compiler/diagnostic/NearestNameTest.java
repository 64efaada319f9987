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
    void suggestsNothingForOneLetterAndLittleForTwo() {
        assertThat(NearestName.of("x", List.of("y", "AS", "x1", "X"))).isEmpty();
        assertThat(NearestName.of("xy", List.of("x", "xz", "ay", "BY"))).isEmpty();
        assertThat(NearestName.of("di", List.of("ip", "id"))).contains("id");
        assertThat(NearestName.of("ID", List.of("x", "ids"))).contains("ids");
        assertThat(NearestName.of("nme", List.of("name"))).contains("name");
        assertThat(NearestName.of("abc", List.of("xbz", "axz"))).isEmpty();
    }

    @Test
    void standsNamesOfAnyLength() {
        String name = "a".repeat(10_000);
        assertThat(NearestName.of(name, List.of(name + "b"))).contains(name + "b");
    }
}
