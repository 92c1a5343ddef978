/** A pattern, for PostgreSQL and for JavaScript, of folded titles that name a series in brackets with a number. */
export const inBracketsPattern = (foldedSeries: string): string =>
  `[(\\[;] *${foldedSeries.replace(/[\0-/:-@[-`{-\u007F]/g, (sign) => (sign === ' ' ? sign : `\\${sign}`))},? *#[0-9]`
