import { hyphenate } from 'isbn3'

/** An ISBN of 13 digits with its hyphens: `978-2-02-028927-6`; as it is where its group or publisher is not known. */
export function hyphenateIsbn(isbn: string): string {
  return hyphenate(isbn) ?? isbn
}
