import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, open, reload, test } from './test.ts'

test.use({ person: 'admin' })

test(
  'A manager makes a backup, downloads it and deletes it when it is a day old',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, watched }) => {
    watched.allow(/status of 409/)
    await open(page, '/manager/backups')
    // A server that has been up for a while has made its nightly one.
    const rows = page
      .getByRole('main')
      .getByRole('list')
      .getByRole('listitem')
      .filter({ hasText: w('backups_kind_manual') })
    await expect(rows).toHaveCount(0)
    await page.getByRole('button', { name: w('backups_start') }).click()
    await expect(page.getByRole('progressbar', { name: w('backups_running') })).toBeVisible()
    await expect(rows).toHaveCount(1)
    // It was restored and compared.
    await expect(rows).toContainText(w('backups_verified'))

    const arrived = page.waitForEvent('download')
    await rows.getByRole('button', { name: w('backups_fetch') }).click()
    const file = await arrived
    expect(file.suggestedFilename()).toMatch(/\.maktaba$/)
    expect(statSync(await file.path()).size).toBeGreaterThan(10_000)

    await rows.getByRole('button', { name: w('backups_delete') }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(w('backups_delete_text'))
    await dialog.getByRole('button', { name: w('backups_delete'), exact: true }).click()
    await expect(page.getByText(w('error_BACKUP_TOO_NEW'))).toBeVisible()
    const folder = join(dataDir, 'backups')
    for (const name of readdirSync(folder).filter((one) => one.includes('-manual.')))
      renameSync(join(folder, name), join(folder, name.replace(/^\d{4}/, '2020')))
    await reload(page)
    await rows.getByRole('button', { name: w('backups_delete') }).click()
    await dialog.getByRole('button', { name: w('backups_delete'), exact: true }).click()
    await expect(rows).toHaveCount(0)
  },
)
