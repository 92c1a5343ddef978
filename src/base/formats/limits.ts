/** Maximum bytes of a row of text or a MARC record. A longer one means an unclosed quote, or a file of another kind. */
export const RECORD_MAX = 1_000_000
/** Maximum bytes of a MARC record that is kept with its book: the largest length that ISO 2709 can state. */
export const RECORD_KEPT_MAX = 99_999
/** Maximum columns of a table. */
export const COLUMNS_MAX = 1000
/** Characters of a cell that are read: the limit of Excel. */
export const CELL_MAX = 32_767
/** Characters of the name of a column that are read. */
export const HEADING_MAX = 255
/** Maximum rows of a file. */
export const ROWS_MAX = 2_000_000
/** Rows that are handed on at once. */
export const GROUP_ROWS = 500
