import { expect, type Page } from '@playwright/test'
import { originOf } from './origin.ts'

/** A list with a new book, one that changes, the same one, a possible duplicate, an unknown genre and a row without a title. */
export const DONATION = `Titre,Auteur,Rayon,Éditeur,ISBN,Année
Une si longue lettre de Dakar,Mariama Bâ,Roman,NEA,9782842613020,1979
Les Misérables,Victor Hugo,,Librairie de la donation,9782253096337,1862
Nedjma,Kateb Yacine,,,,1956
Misérables,Victor Hugo,Conte,,,
الأيام الجميلة,طه حسين,رواية,دار المعارف,,1929
,Camara Laye,Roman,Plon,,1953
Le Mandat suivi de Véhi-Ciosane,Ousmane Sembène,Manga,Présence Africaine,,1966
`

interface ApiImport {
  id: string
  state: string
  created: number
}

/** Sends a file as the page's user, of books or `about` another noun; it waits for its start. */
export async function sendImport(
  page: Page,
  file: string | Buffer,
  filename: string,
  about = 'book',
): Promise<ApiImport> {
  const origin = originOf(page)
  const response = await page.context().request.post(`${origin}/api/v1/imports?dryRun=true&about=${about}`, {
    headers: { origin, 'x-filename': encodeURIComponent(filename), 'content-type': 'application/octet-stream' },
    data: Buffer.from(file),
  })
  expect(response.status()).toBe(201)
  return (await response.json()) as ApiImport
}

/** Starts an import as another manager would. */
export async function startImport(page: Page, id: string): Promise<void> {
  const origin = originOf(page)
  const response = await page.context().request.post(`${origin}/api/v1/imports/${id}/start`, { headers: { origin } })
  expect(response.status()).toBe(200)
}

/** Waits until it has ended. */
export async function importEnds(page: Page, id: string): Promise<void> {
  const origin = originOf(page)
  const state = async () =>
    ((await (await page.context().request.get(`${origin}/api/v1/imports/${id}`)).json()) as ApiImport).state
  await expect.poll(state).toBe('done')
}

/** Discards or undoes it as another manager would. */
export async function removeImport(page: Page, id: string): Promise<void> {
  const origin = originOf(page)
  const response = await page.context().request.delete(`${origin}/api/v1/imports/${id}`, { headers: { origin } })
  expect(response.status()).toBe(204)
}
