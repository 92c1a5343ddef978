/** Maximum bytes of a row of text or a MARC record. A longer one means an unclosed quote, or a file of another kind. */
export const RECORD_MAX = 1_000_000
/** Maximum columns of a table. */
export const COLUMNS_MAX = 1000
