// @ts-check
// Runs after `npm ci`, under the Node that npm has: plain JavaScript without a package.
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UNREAD_FILES } from './unread-files.mjs'

/**
 * Removes the files that the list names. A file that cannot be removed stays: an installation never fails for it.
 *
 * @param {string} nodeModules
 * @param {readonly import('./unread-files.mjs').Unread[]} [list]
 */
export function removeUnread(nodeModules, list) {
  for (const path of findUnread(nodeModules, list)) {
    try {
      rmSync(path, { recursive: true, force: true })
      // Throws at the first folder that is not empty.
      for (let folder = dirname(path); folder !== nodeModules; folder = dirname(folder)) rmdirSync(folder)
    } catch {}
  }
}

/**
 * Finds the files and folders that the list names, without following links.
 *
 * @param {string} nodeModules
 * @param {readonly import('./unread-files.mjs').Unread[]} [list]
 * @returns {string[]} Their paths.
 */
export function findUnread(nodeModules, list = UNREAD_FILES) {
  const rules = list.map(({ of, notOf = [], files, but = [], unless }) => {
    return { isPackage: matcherOf(of, notOf), isUnread: matcherOf(files, but), unless }
  })
  return packagesIn(nodeModules).flatMap(({ name, folder }) => {
    const entrances = entrancesOf(folder)
    const own = rules
      .filter(({ isPackage }) => isPackage(name))
      .filter(({ unless }) => unless === undefined || !entrances.some((path) => unless.test(path)))
    return pathsIn(folder, '', (path) => own.some(({ isUnread }) => isUnread(path)))
  })
}

/**
 * @param {string} nodeModules
 * @param {string} [scope]
 * @returns {{ name: string, folder: string }[]} Packages, those that lie in others too.
 */
function packagesIn(nodeModules, scope = '') {
  return entriesOf(nodeModules)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const folder = join(nodeModules, entry.name)
      if (entry.name.startsWith('@')) return packagesIn(folder, `${entry.name}/`)
      return [{ name: scope + entry.name, folder }, ...packagesIn(join(folder, 'node_modules'))]
    })
}

/**
 * @param {string} folder
 * @param {string} prefix The path of the folder in its package, with a slash at the end.
 * @param {(path: string) => boolean} isUnread
 * @returns {string[]}
 */
function pathsIn(folder, prefix, isUnread) {
  return entriesOf(folder)
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      const inPackage = prefix + entry.name + (entry.isDirectory() ? '/' : '')
      if (isUnread(inPackage)) return [path]
      return entry.isDirectory() ? pathsIn(path, inPackage, isUnread) : []
    })
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * @param {string} folder
 * @returns {string[]} The files that whoever imports the package is led to. What only `require()` leads to is not among
 *   them, nor what a condition leads to that the package's makers keep for themselves, such as `@zod/source`.
 */
function entrancesOf(folder) {
  try {
    const { exports, imports, bin, main, module, types, typings } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    return textsIn([exports ?? [main, module, types, typings], imports, bin])
  } catch {
    return []
  }
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function textsIn(value) {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === 'require' || key.startsWith('@') ? [] : textsIn(part)))
}

/**
 * @param {string[]} globs
 * @param {string[]} excepted
 * @returns {(text: string) => boolean}
 */
function matcherOf(globs, excepted) {
  const patterns = globs.map(patternOf)
  const exceptions = excepted.map(patternOf)
  return (text) => patterns.some((one) => one.test(text)) && !exceptions.some((one) => one.test(text))
}

/** @param {string} glob */
function patternOf(glob) {
  const source = glob
    .replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(.*?)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.+/)?', '**': '.*' })[stars] ?? '[^/]*')
  return new RegExp(`^${source}$`)
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.env.UNREAD_FILES !== 'keep')
  removeUnread(join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules'))
