import * as z from 'zod/mini'

/** The pages of documentation for who runs a library, in the order of their list: files of docs/, and of docs/fr/ in French. */
export const DOCS_PAGES = ['operations', 'scaling', 'security', 'librarians'] as const
export type DocsName = (typeof DOCS_PAGES)[number]
export const docsNameSchema = z.enum(DOCS_PAGES)

/** A page of documentation as it is shown. */
export interface DocsPageText {
  name: DocsName
  title: string
  /** Of the text: French where there is one for a French visitor, else English. */
  language: 'en' | 'fr'
  /** Made of our own files alone. */
  html: string
  /** Its headings of the second level, with the anchors that lead to them. */
  contents: { id: string; text: string }[]
  /** Title of every page. */
  pages: { name: DocsName; title: string }[]
}
