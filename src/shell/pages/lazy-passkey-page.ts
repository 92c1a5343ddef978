import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { passkeysQuery } from '#people/passkey/passkey.data.ts'

/** A chunk of its own: only installations with REQUIRE_PASSKEY show this page. */
export const LazyPasskeyPage = lazyRouteComponent(() => import('./passkey-page.tsx'), 'PasskeyPage')

/** Loads the page and its data before it is rendered, on the server too; it shows its own error without the data. */
export async function loadPasskeyPage(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([LazyPasskeyPage.preload?.(), queryClient.query(passkeysQuery)])
}
