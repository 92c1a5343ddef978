/**
 * Why a change of many rows leaves a row alone: changed meanwhile; deleted; on loan; owed by a borrower; lent once; a number, or
 * the place of the row, that another one has; books that a borrower has or owes; a class that is not there any more.
 */
export const ROW_REASONS = ['changed', 'missing', 'on_loan', 'owed', 'lent', 'taken', 'has_loans', 'no_group'] as const
