import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../testing/browser.ts'
import { writeDebianPackage } from '../../scripts/package/debian.ts'
import type { Fault } from './fault.ts'
import { walk } from './walk/walk.ts'

const LANGUAGES = ['fr', 'ar'] as const

const fault: Fault = {
  about:
    'a person without a terminal: installation, a stick, a week, the laptop thrown away, another one; with pictures (--only fr, ar)',
  run: async ({ say, only = '' }) => {
    const folder = mkdtempSync(join(tmpdir(), 'maktaba-packages-'))
    const browser = await chromium.launch(await findBrowser())
    const problems: string[] = []
    let times = 0
    try {
      const file = await writeDebianPackage({
        architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
        revision: '1',
        folder,
        compression: ['-Zgzip', '-z1'],
      })
      for (const language of LANGUAGES.filter((one) => one.includes(only))) {
        const pictures = join(tmpdir(), 'maktaba-walk-pictures', language)
        const problem = (line: string) => problems.push(`${language}: ${line}`)
        const result = await walk({ language, file, browser, pictures, say, problem })
        if (result.skipped !== undefined) return result
        say(`${language}: the pictures are in ${pictures}`)
        times += 1
      }
      return { times, acknowledged: 0, lost: 0, answers: new Map(), longestOutage: 0, problems }
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  },
}
export default fault
