import { lazyRouteComponent } from '@tanstack/react-router'
import type { Settings } from '#features/settings/settings.schema.ts'
import { CaptchaMissing } from './captcha-missing.tsx'

// Only some installations show these: a first visit to the others comes without them.
export const DemoEntry = lazyRouteComponent(() => import('./demo-entry.tsx'), 'DemoEntry')
export const SocialButtons = lazyRouteComponent(() => import('./social-buttons.tsx'), 'SocialButtons')
export const BanPanel = lazyRouteComponent(() => import('./ban-panel.tsx'), 'BanPanel')
export const CaptchaPlace = lazyRouteComponent(
  () => import('./captcha-place.tsx').catch(() => ({ CaptchaPlace: CaptchaMissing })),
  'CaptchaPlace',
)

/** Loads the parts that these settings ask for before the page is rendered, on the server too: without script they are whole. */
export async function loadParts({ isDemo, providers, captcha }: Settings, isBanned: boolean): Promise<void> {
  await Promise.all([
    isDemo && DemoEntry.preload?.(),
    providers.length > 0 && SocialButtons.preload?.(),
    captcha && CaptchaPlace.preload?.(),
    isBanned && BanPanel.preload?.(),
  ])
}
