import { lazyRouteComponent } from '@tanstack/react-router'
import type { Settings } from '#features/settings/settings.schema.ts'
import { CaptchaMissing } from './captcha-missing.tsx'

// Only some installations show these: a first visit to the others comes without them.
export const LazyDemoEntry = lazyRouteComponent(() => import('./demo-entry.tsx'), 'DemoEntry')
export const LazySocialButtons = lazyRouteComponent(() => import('./social-buttons.tsx'), 'SocialButtons')
export const LazyBanPanel = lazyRouteComponent(() => import('./ban-panel.tsx'), 'BanPanel')
export const LazyCaptchaPlace = lazyRouteComponent(
  () => import('./captcha-place.tsx').catch(() => ({ CaptchaPlace: CaptchaMissing })),
  'CaptchaPlace',
)

/** Loads the parts that these settings ask for before the page is rendered, on the server too: without script they are whole. */
export async function loadParts({ isDemo, providers, captcha }: Settings, isBanned: boolean): Promise<void> {
  await Promise.all([
    isDemo && LazyDemoEntry.preload?.(),
    providers.length > 0 && LazySocialButtons.preload?.(),
    captcha && LazyCaptchaPlace.preload?.(),
    isBanned && LazyBanPanel.preload?.(),
  ])
}
