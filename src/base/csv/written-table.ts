/** A column to be written: MARC 21, MARCXML and JSON lines know it by its field, the others by its heading. */
export interface FileColumn {
  field: string
  heading: string
  /** The column's texts are JSON lists, which JSON lines hold as lists; an empty text is an empty list. */
  isJson?: boolean
}

/** Groups of rows: the texts of the columns in their order. They have no control characters but line breaks. */
export type WrittenRows = AsyncIterable<readonly (readonly string[])[]>
