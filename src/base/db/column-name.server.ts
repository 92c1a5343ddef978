/** The column of a field: `genre_id` of `genreId`. */
export const columnName = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The field of a column: `genreId` of `genre_id`. */
export const fieldName = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
