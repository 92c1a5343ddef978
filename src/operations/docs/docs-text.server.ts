import { Marked, type Token, type Tokens } from 'marked'
import { DOCS_PAGES, docsNameSchema, type DocsName, type DocsPageText } from './docs.schema.ts'

const FILES = import.meta.glob<string>('/docs/{,fr/}*.md', { query: '?raw', import: 'default' })

const rendered = new Map<string, Promise<DocsPageText>>()

/** A page of documentation, made of its file once. */
export function docsPage(name: DocsName, locale: string): Promise<DocsPageText> {
  const language = locale === 'fr' && `/docs/fr/${name}.md` in FILES ? 'fr' : 'en'
  const key = `${language}/${name}`
  const known = rendered.get(key) ?? render(name, language)
  rendered.set(key, known)
  return known
}

const fileOf = (name: DocsName, language: 'en' | 'fr'): Promise<string> =>
  FILES[language === 'fr' ? `/docs/fr/${name}.md` : `/docs/${name}.md`]?.() ?? Promise.resolve('')

async function render(name: DocsName, language: 'en' | 'fr'): Promise<DocsPageText> {
  const [text, english] = await Promise.all([fileOf(name, language), fileOf(name, 'en')])
  const { html, contents, title } = toHtml(text, headingIds(english))
  const pages = await Promise.all(
    DOCS_PAGES.map(async (one) => {
      const hasOwn = language === 'fr' && `/docs/fr/${one}.md` in FILES
      return { name: one, title: titleOf(await fileOf(one, hasOwn ? 'fr' : 'en')) }
    }),
  )
  return { name, title, language, html, contents, pages }
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? ''

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

/** The anchors of a page, as the sites of repositories make them. Those of a translation are of the English page, heading by heading. */
export const headingIds = (text: string): string[] =>
  new Marked()
    .lexer(text)
    .filter(isHeading)
    .map((heading) =>
      plainText(heading)
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )

/** The text of a heading without its marks. */
const plainText = ({ text }: Tokens.Heading): string => text.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')

/** A page as HTML, its title, and its headings of the second level. */
export function toHtml(
  text: string,
  ids: readonly string[],
): Pick<DocsPageText, 'html' | 'contents'> & { title: string } {
  const contents: DocsPageText['contents'] = []
  let at = 0
  const marked = new Marked({
    renderer: {
      heading(heading) {
        const id = ids[at++] ?? ''
        // The page shows its title itself.
        if (heading.depth === 1) return ''
        if (heading.depth === 2) contents.push({ id, text: plainText(heading) })
        return `<h${heading.depth} id="${id}">${this.parser.parseInline(heading.tokens)}</h${heading.depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const address = addressOf(href)
        return address === undefined ? words : `<a href="${address}">${words}</a>`
      },
      // Of the tour and the manual, which are elsewhere.
      image: () => '',
      table({ header, rows }) {
        const cell = (tokens: Token[], tag: string) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
        // A column of names has no heading, and an empty one is none to a screen reader.
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens, text: words }) => cell(tokens, words === '' ? 'td' : tag)).join('')}</tr>`
        const body = rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="docs-table" tabindex="0"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  // A block of commands may be wider than a phone: keys scroll it too. What stands in it is escaped.
  const html = marked.parse(text, { async: false }).replaceAll('<pre>', '<pre tabindex="0">')
  return { html, contents, title: titleOf(text) }
}

/** Where a link of a file leads in the product; undefined for files that are not in it. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  // A translation names a page that has none by `../`.
  const [, name, anchor = ''] = /^(?:\.\.\/)?([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  return docsNameSchema.safeParse(name).success ? `/docs/${name}${anchor}` : undefined
}
