/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Conversions between the collections of Java and of Scala; only for here and for Delta. */
public final class ScalaInterop {

    private ScalaInterop() {}

    public static <T> Seq<T> seq(Collection<? extends T> elements) {
        @SuppressWarnings("unchecked") // a read-only view of a subtype
        Collection<T> same = (Collection<T>) elements;
        return CollectionConverters.asScala(same).toSeq();
    }

    public static <T> List<T> list(scala.collection.Seq<T> elements) {
        return CollectionConverters.asJava(elements);
    }

    public static <K, V> scala.collection.immutable.Map<K, V> map(Map<K, V> map) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(map));
    }

    public static <K, V> Map<K, V> map(scala.collection.Map<K, V> map) {
        return CollectionConverters.asJava(map);
    }

    public static <T> Optional<T> optional(Option<T> option) {
        return option.isEmpty() ? Optional.empty() : Optional.ofNullable(option.get());
    }

    public static <T> Option<T> option(Optional<? extends T> optional) {
        return optional.isPresent() ? Option.<T>apply(optional.get()) : Option.<T>empty();
    }

    public static <A, B> Tuple2<A, B> pair(A first, B second) {
        return new Tuple2<>(first, second);
    }
}
