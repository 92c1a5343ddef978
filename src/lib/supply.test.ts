import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { findUnread } from '../../scripts/remove-unread.mjs'
import { projectRoot } from './project-root.server.ts'

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

test('every package that runs a script at installation is named', () => {
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path))
  expect(running.length).toBeGreaterThan(0)
  const isNamed = (name: string) => named.has(name) || named.has(`${name.split('/')[0]}/…`)
  expect(running.filter((name) => !isNamed(name))).toEqual([])
})

// On other machines the programs of Node, PostgreSQL and the build have other sizes.
test.runIf(process.platform === 'linux' && process.arch === 'x64')('packages take 550 MB at most', () => {
  const nodeModules = join(projectRoot, 'node_modules')
  // `--ignore-scripts` and a later `npm install` leave what is unread there, and tools their caches.
  const passedOver = new Set(findUnread(nodeModules))
  for (const name of readdirSync(nodeModules)) if (name.startsWith('.')) passedOver.add(join(nodeModules, name))
  const counted = new Set<number>()
  const sizeOf = (path: string): number => {
    const entry = lstatSync(path)
    if (passedOver.has(path) || counted.has(entry.ino)) return 0
    counted.add(entry.ino)
    const within = entry.isDirectory() ? readdirSync(path).map((name) => sizeOf(join(path, name))) : []
    return within.reduce((sum, bytes) => sum + bytes, entry.blocks * 512)
  }
  expect(sizeOf(nodeModules) / 2 ** 20).toBeLessThanOrEqual(550)
})
