import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { docsPage, headingIds, toHtml } from './docs-text.server.ts'
import { DOCS_PAGES } from './docs.schema.ts'

const FOLDER = join(projectRoot, 'docs')
const textOf = (name: string) => readFileSync(join(FOLDER, `${name}.md`), 'utf8')

describe('a page of documentation', () => {
  test('is shown with anchors, and with links to what is in the product alone', () => {
    const { html, contents, title } = toHtml(
      '# Keep it\n\nSee [below](#a-new-day), [more](scaling.md#disks), [all](../security.md), [why](decisions/0001-x.md), [files](../import.md), ![A picture](pictures/x.webp)\n\n## A `new` day\n\n| a | b |\n| - | - |\n| <script> | `x` |\n',
      ['keep-it', 'a-new-day'],
    )
    expect({ title, contents }).toEqual({ title: 'Keep it', contents: [{ id: 'a-new-day', text: 'A new day' }] })
    expect(html).toContain('<h2 id="a-new-day">A <code>new</code> day</h2>')
    expect(html).toContain('See <a href="#a-new-day">below</a>, <a href="/docs/scaling#disks">more</a>, ')
    expect(html).toContain(' <a href="/docs/security">all</a>, why, files, ')
    expect(html).not.toMatch(/<img|<h1/)
  })

  const inBoth = DOCS_PAGES.flatMap((name) => [
    { name, locale: 'en' },
    { name, locale: 'fr' },
  ])
  test('has no empty heading of a table, and keys reach what is wider than a phone', () => {
    const { html } = toHtml('| | b |\n| --- | --- |\n| | d |\n\n```sh\n<pre>\n```\n', [])
    expect(html).toContain('<thead><tr><td></td><th>b</th></tr></thead><tbody><tr><td></td><td>d</td></tr></tbody>')
    expect(html).toContain('<pre tabindex="0"><code class="language-sh">&lt;pre&gt;')
  })

  test.each(inBoth)('$name has only links that lead somewhere ($locale)', async ({ name, locale }) => {
    const { html } = await docsPage(name, locale)
    const targets = [...html.matchAll(/href="(?:\/docs\/([a-z-]+))?(?:#([^"]+))?"/g)]
    const lost = targets.filter(
      ([, page = name, anchor]) => anchor !== undefined && !headingIds(textOf(page)).includes(anchor),
    )
    expect(lost.map(([link]) => link)).toEqual([])
  })

  test('is in French for who reads French, where there is one, and in English for all others', async () => {
    for (const name of DOCS_PAGES) {
      expect((await docsPage(name, 'fr')).language).toBe(existsSync(join(FOLDER, 'fr', `${name}.md`)) ? 'fr' : 'en')
      for (const locale of ['en', 'ar', 'sw']) expect((await docsPage(name, locale)).language).toBe('en')
    }
  })
})

/** The parts of a page that a translation shares: headings by their depth, rows of tables, and what is typed. */
const shapeOf = (text: string) =>
  new Marked().lexer(text).map((token) => {
    if (token.type === 'heading') return `h${String(token.depth)}`
    if (token.type === 'table') return `table of ${String(token.rows.length)}`
    if (token.type === 'list') return `list of ${String(token.items.length)}`
    // Comments are translated.
    if (token.type === 'code') return String(token.text).replace(/\s*(^|\s)#.*$/gm, '')
    return token.type
  })

describe.skipIf(!existsSync(join(FOLDER, 'fr')))('a translation', () => {
  test.each(DOCS_PAGES)('%s has the headings, tables, lists and commands of the English page', (name) => {
    expect(shapeOf(textOf(`fr/${name}`))).toEqual(shapeOf(textOf(name)))
  })
})
