/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.CollationClause;
import io.millrace.compiler.ast.CommentClause;
import io.millrace.compiler.ast.LocationClause;
import io.millrace.compiler.ast.OptionsClause;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.RefreshPolicyClause;
import io.millrace.compiler.ast.RowFilterClause;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.TableClauseVisitor;
import io.millrace.compiler.ast.UnsupportedClause;
import io.millrace.compiler.ast.UsingClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.Locale;
import java.util.Optional;

/**
 * Each clause is one that this kind of dataset takes and that is acted on. A clause that is not is
 * named; a clause that protects data is never accepted.
 */
final class ClauseSupportCheck implements Check {

    private static final ClauseNames NAMES = new ClauseNames();

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            Judge judge = new Judge(dataset);
            for (TableClause clause : dataset.clauses()) {
                clause.accept(judge).ifPresent(diagnostics::add);
            }
        }
    }

    /** What there is to say about one clause of a dataset. */
    private static final class Judge implements TableClauseVisitor<Optional<Diagnostic>> {

        private final DatasetDeclaration dataset;

        Judge(DatasetDeclaration dataset) {
            this.dataset = dataset;
        }

        @Override
        public Optional<Diagnostic> visitUsingClause(UsingClause clause) {
            if (dataset.isView()) {
                return onlyStored(clause);
            }
            if (clause.format().value().equalsIgnoreCase("delta")) {
                return Optional.empty();
            }
            return Optional.of(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_FORMAT_NOT_SUPPORTED,
                                    clause.format().span(),
                                    dataset.written(),
                                    clause.format().value().toUpperCase(Locale.ROOT))
                            .withHint(
                                    "leave USING out; to write another format, declare a sink with"
                                            + " CREATE SINK"));
        }

        @Override
        public Optional<Diagnostic> visitPartitionedByClause(PartitionedByClause clause) {
            return dataset.isView() ? onlyStored(clause) : Optional.empty();
        }

        @Override
        public Optional<Diagnostic> visitClusterByClause(ClusterByClause clause) {
            return dataset.isView() ? onlyStored(clause) : Optional.empty();
        }

        @Override
        public Optional<Diagnostic> visitLocationClause(LocationClause clause) {
            return notSupported(
                    clause, "leave it out: the catalog decides where the pipeline's tables lie");
        }

        @Override
        public Optional<Diagnostic> visitCommentClause(CommentClause clause) {
            return Optional.empty();
        }

        @Override
        public Optional<Diagnostic> visitCollationClause(CollationClause clause) {
            if (clause.collation().value().equalsIgnoreCase("UTF8_BINARY")) {
                return Optional.empty();
            }
            return Optional.of(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_COLLATION_NOT_SUPPORTED,
                                    clause.collation().span(),
                                    clause.collation().value())
                            .withHint(
                                    "leave it out, and compare with COLLATE where the query needs"
                                            + " it"));
        }

        @Override
        public Optional<Diagnostic> visitPropertiesClause(PropertiesClause clause) {
            return Optional.empty();
        }

        @Override
        public Optional<Diagnostic> visitScheduleClause(ScheduleClause clause) {
            if (dataset.isView()) {
                return onlyStored(clause);
            }
            return Optional.of(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_NOT_EXECUTED,
                                    clause.span(),
                                    clause.accept(NAMES),
                                    GraphProperties.SCHEDULE)
                            .withHint("start `millrace run PATH` from cron or another scheduler"));
        }

        @Override
        public Optional<Diagnostic> visitRowFilterClause(RowFilterClause clause) {
            return Optional.of(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_DATA_PROTECTION_NOT_ENFORCED,
                                    clause.span(),
                                    "ROW FILTER `" + clause.function() + "`")
                            .withHint(
                                    "filter the rows in the query, or publish a view that does, and"
                                            + " remove the clause"));
        }

        @Override
        public Optional<Diagnostic> visitRefreshPolicyClause(RefreshPolicyClause clause) {
            return dataset.kind() == DatasetKind.MATERIALIZED_VIEW
                    ? Optional.empty()
                    : notSupported(clause, "only a materialized view has a refresh policy");
        }

        @Override
        public Optional<Diagnostic> visitOptionsClause(OptionsClause clause) {
            return notSupported(
                    clause,
                    "options of a source go behind it in the query: FROM STREAM t WITH (key ="
                            + " value); those of a table go into TBLPROPERTIES");
        }

        @Override
        public Optional<Diagnostic> visitUnsupportedClause(UnsupportedClause clause) {
            return notSupported(clause, hintFor(clause.keyword().toUpperCase(Locale.ROOT)));
        }

        private static String hintFor(String keyword) {
            if (keyword.startsWith("CLUSTERED") || keyword.startsWith("SORTED")) {
                return "Delta has no buckets: use CLUSTER BY (columns)";
            }
            if (keyword.startsWith("SKEWED")) {
                return "Delta needs no list of skewed values: leave it out";
            }
            if (keyword.startsWith("ROW FORMAT") || keyword.startsWith("STORED")) {
                return "tables of a pipeline are Delta tables: leave it out; to read such files use"
                        + " read_files";
            }
            return "leave it out";
        }

        private Optional<Diagnostic> onlyStored(TableClause clause) {
            return notSupported(
                    clause, "a view stores no rows; use CREATE MATERIALIZED VIEW to store them");
        }

        private Optional<Diagnostic> notSupported(TableClause clause, String hint) {
            return Optional.of(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                    clause.span(),
                                    clause.accept(NAMES),
                                    Words.withArticle(dataset.word()))
                            .withHint(hint));
        }
    }
}
