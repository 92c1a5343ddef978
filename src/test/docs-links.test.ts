import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'

const pages = ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: projectRoot })]
const textOf = (page: string) => readFileSync(join(projectRoot, page), 'utf8')

test.each(pages)('the links of %s lead to files that are there', (page) => {
  const targets = [...textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)
  const files = targets.filter((target) => !/^[a-z]+:/.test(target))
  expect(files.filter((file) => !existsSync(join(projectRoot, dirname(page), file)))).toEqual([])
})

test('the index of docs has every page in French by its title', () => {
  const index = textOf('docs/README.md')
  const french = globSync('docs/fr/*.md', { cwd: projectRoot })
  const titleOf = (page: string) => /^# (.+)/.exec(textOf(page))?.[1] ?? ''
  expect(french).toContain(join('docs', 'fr', 'operations.md'))
  expect(french.filter((page) => !index.includes(`[${titleOf(page)}](fr/${basename(page)})`))).toEqual([])
})

test.each(['docs', 'docs/decisions'])('the index of %s has every page, decisions by their title', (folder) => {
  const index = textOf(`${folder}/README.md`)
  const missing = globSync(`${folder}/*.md`, { cwd: projectRoot }).filter((page) => {
    const title = /^# (\d+\. .+)/.exec(textOf(page))?.[1] ?? ''
    return !page.endsWith('README.md') && !index.includes(`${title}](${basename(page)})`)
  })
  expect(missing).toEqual([])
})

test('each test that docs/asvs.md names is there', () => {
  const named = [...textOf('docs/asvs.md').matchAll(/`((?:src|e2e|docs|scripts)\/[^`]+)`/g)].map(
    ([, file = '']) => file,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
})
