import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FileFault } from '#base/formats/file-fault.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { oddFiles } from '#test/fuzz/fuzz-files.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from './import.router.server.ts'

useDatabase()

test('Whatever a file has in it, it is read and can be shown, or refused', { timeout: 300_000 }, async () => {
  const manager = await as('manager')
  const results = new Set<string>()
  for (const file of fc.sample(oddFiles, { seed: 77, numRuns: 150 })) {
    try {
      const { id } = await stageFile(manager, await file)
      const { items } = await manager.call(importRouter.rows, { id })
      for (const { result } of items) results.add(result)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      results.add(error.fault.kind)
    }
  }
  // The files are of use only if they get that far.
  for (const one of ['created', 'refused', 'header', 'damaged']) expect(results).toContain(one)
})
