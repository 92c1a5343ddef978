import { accessSync, constants, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import {
  examinePackage,
  PackageRefusedError,
  updatePlaces,
  updateStateSchema,
  type UpdatePlaces,
  type UpdateState,
} from '#base/lib/package-update.server.ts'
import { isUpdateUnderWay, type UpdateRequest } from '#base/lib/package-update.schema.ts'
import { sentPackageSchema, type UpdateStatus } from './update.schema.ts'

/** The version that runs, and how the last update went. */
export async function updateStatus(places = updatePlaces()): Promise<UpdateStatus> {
  const { isDemo, updateUrl } = env()
  const isPackage = !isDemo && isOwnPackage(places)
  const last = isPackage ? await lastUpdate(places) : undefined
  return {
    version: buildInfo().release,
    isPackage,
    isAnnounced: updateUrl !== undefined,
    sent: isPackage ? await sentPackage(places) : null,
    waiting: isPackage ? await waitingSeconds(places) : null,
    last: last ?? null,
  }
}

/** Whether this is the library of the installed package: one of many on its machine cannot write where packages are waited for. */
function isOwnPackage({ key, requests }: UpdatePlaces): boolean {
  try {
    accessSync(dirname(requests), constants.W_OK)
    return existsSync(key)
  } catch {
    return false
  }
}

async function lastUpdate({ state, running, unfinished }: UpdatePlaces): Promise<UpdateState | undefined> {
  const text = await readFile(state, 'utf8').catch(() => 'null')
  const last = updateStateSchema.safeParse(JSON.parse(text)).data
  if (!last || !isUpdateUnderWay(last) || existsSync(running) || existsSync(unfinished)) return last
  return { ...last, phase: 'failed', reason: m.update_cut_off() }
}

async function sentPackage({ sent }: UpdatePlaces) {
  const text = await readFile(sent, 'utf8').catch(() => 'null')
  return sentPackageSchema.safeParse(JSON.parse(text)).data ?? null
}

async function waitingSeconds({ request }: UpdatePlaces): Promise<number | null> {
  const file = await stat(request).catch(() => undefined)
  return file ? Math.max(0, Math.round((now().getTime() - file.mtimeMs) / 1000)) : null
}

/**
 * Keeps a package for the installation, in place of one that was sent before. Throws FILE_REFUSED unless it is a newer
 * Maktaba for this machine, signed by the key of the version that runs; UPDATE_RUNNING.
 */
export async function keepPackage(bytes: AsyncIterable<Uint8Array>, places = updatePlaces()): Promise<void> {
  await requireIdle(places)
  await mkdir(places.requests, { recursive: true, mode: 0o700 })
  const part = `${places.package}.${newId()}.part`
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600 }))
    const version = await examinePackage(part, places.key).catch((error: unknown) => {
      throw error instanceof PackageRefusedError
        ? createError('FILE_REFUSED', { sentence: REFUSALS[error.code]() })
        : error
    })
    const { size } = await stat(part)
    await rm(places.sent, { force: true })
    await rename(part, places.package)
    await writeFile(places.sent, JSON.stringify({ version, size }), { mode: 0o600 })
  } finally {
    await rm(part, { force: true })
  }
}

const REFUSALS: Record<PackageRefusedError['code'], () => string> = {
  signature: m.update_refused_signature,
  package: m.update_refused_package,
  older: m.update_refused_older,
}

/**
 * Asks the program that installs packages to begin; resolves to the version that there will be. Throws NOT_FOUND where no
 * package was sent, or no version is there to go back to; UPDATE_RUNNING.
 */
export async function beginUpdate(action: UpdateRequest['action'], places = updatePlaces()): Promise<string> {
  await requireIdle(places)
  const version = action === 'update' ? (await sentPackage(places))?.version : (await lastUpdate(places))?.before
  if (!version) throw createError('NOT_FOUND')
  await mkdir(places.requests, { recursive: true, mode: 0o700 })
  // The request is whole at once: the program that installs begins as soon as this file is there.
  const part = `${places.request}.${newId()}.part`
  await writeFile(part, JSON.stringify({ action }), { mode: 0o600 })
  await rename(part, places.request)
  return version
}

/** Throws DEMO_MODE, NOT_FOUND where updates are not installed from a page, and UPDATE_RUNNING while one is. */
async function requireIdle(places: UpdatePlaces): Promise<void> {
  if (env().isDemo) throw createError('DEMO_MODE')
  if (!isOwnPackage(places)) throw createError('NOT_FOUND')
  const last = await lastUpdate(places)
  if (existsSync(places.request) || (last && isUpdateUnderWay(last))) throw createError('UPDATE_RUNNING')
}
