import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { projectRoot } from '#base/lib/project-root.server.ts'

interface Package {
  license?: string
  hasInstallScript?: boolean
}

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8')
// Without the commands, whose marks are no names.
const page = read('docs', 'supply.md').replace(/```[^`]*```/g, '')
const lock: { packages: Record<string, Package> } = JSON.parse(read('package-lock.json'))
const named = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
const packages = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every direct dependency has a line about its upkeep', () => {
  const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(direct.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
})

test('every licence is listed, and every package without one is named', () => {
  const odd = packages.filter(([path, { license }]) => !named.has(license ?? nameOf(path)))
  expect(odd.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('every package with a script for the installation is allowed or refused it, and named', () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => nameOf(path))
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(withScript.toSorted())
  const isNamed = (name: string) => named.has(name) || named.has(`${name.split('/')[0]}/…`)
  expect(withScript.filter((name) => !isNamed(name))).toEqual([])
})
