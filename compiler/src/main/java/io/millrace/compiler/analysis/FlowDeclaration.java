/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A flow as a statement declares it.
 *
 * @param qualified the name in full: what must be unique in the pipeline
 * @param nameSpan where the name stands; the dataset's name for a default flow
 * @param owner the dataset that the same statement declares; empty for {@code CREATE FLOW} and
 *     {@code APPLY CHANGES}
 * @param body empty for views, whose flow only holds the query
 * @param query what is read: for AUTO CDC the source as written behind {@code FROM}
 */
record FlowDeclaration(
        String name,
        DatasetName qualified,
        SourceSpan nameSpan,
        QualifiedName target,
        Optional<DatasetDeclaration> owner,
        Optional<FlowBody> body,
        SqlFragment query,
        Scope scope,
        Optional<StringValue> comment,
        List<Property> sparkConf,
        Optional<StringValue> importCheckpoint,
        boolean intoSink,
        Statement statement) {

    FlowDeclaration {
        requireNonNull(name, "name");
        requireNonNull(qualified, "qualified");
        requireNonNull(nameSpan, "nameSpan");
        requireNonNull(target, "target");
        requireNonNull(owner, "owner");
        requireNonNull(body, "body");
        requireNonNull(query, "query");
        requireNonNull(scope, "scope");
        requireNonNull(comment, "comment");
        sparkConf = List.copyOf(sparkConf);
        requireNonNull(importCheckpoint, "importCheckpoint");
        requireNonNull(statement, "statement");
    }

    /** What it runs with: what stands at the flow goes before what {@code SET} gave. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Property property : sparkConf) {
            settings.put(PipelineProperty.canonicalKey(property.key()), property.value());
        }
        scope.settings()
                .forEach(
                        (key, value) ->
                                settings.putIfAbsent(PipelineProperty.canonicalKey(key), value));
        return settings;
    }

    Optional<InsertFlow> insert() {
        return bodyOf(InsertFlow.class);
    }

    Optional<AutoCdcFlow> cdc() {
        return bodyOf(AutoCdcFlow.class);
    }

    Optional<AutoCdcFromSnapshotFlow> snapshotCdc() {
        return bodyOf(AutoCdcFromSnapshotFlow.class);
    }

    Optional<ReplaceWhereFlow> replaceWhere() {
        return bodyOf(ReplaceWhereFlow.class);
    }

    Optional<ReplaceUsingFlow> replaceUsing() {
        return bodyOf(ReplaceUsingFlow.class);
    }

    private <B extends FlowBody> Optional<B> bodyOf(Class<B> type) {
        return body.filter(type::isInstance).map(type::cast);
    }

    boolean isCdc() {
        return cdc().isPresent() || snapshotCdc().isPresent();
    }

    boolean isReplace() {
        return replaceWhere().isPresent() || replaceUsing().isPresent();
    }

    /** Whether its source is a relation and not a whole query. */
    boolean readsRelation() {
        return isCdc();
    }

    /** Where {@code ONCE} stands. */
    Optional<SourceSpan> once() {
        Optional<SourceSpan> ofInsert = insert().flatMap(InsertFlow::once);
        return ofInsert.or(() -> cdc().flatMap(AutoCdcFlow::once))
                .or(() -> snapshotCdc().flatMap(AutoCdcFromSnapshotFlow::once));
    }

    /** What the user calls it: {@code AUTO CDC flow}. */
    String word() {
        if (isCdc()) {
            return once().isPresent() ? "AUTO CDC ONCE flow" : "AUTO CDC flow";
        }
        if (isReplace()) {
            return "replace flow";
        }
        return once().isPresent() ? "once flow" : "append flow";
    }
}
