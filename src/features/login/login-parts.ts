import { lazyRouteComponent } from '@tanstack/react-router'
import type { Settings } from '#features/settings/settings.schema.ts'
import { CaptchaMissing } from './captcha-missing.tsx'

// Chunks of their own, because only some installations show these parts.
export const LazyDemoEntry = lazyRouteComponent(() => import('./demo-entry.tsx'), 'DemoEntry')
export const LazySocialButtons = lazyRouteComponent(() => import('./social-buttons.tsx'), 'SocialButtons')
export const LazyBanPanel = lazyRouteComponent(() => import('./ban-panel.tsx'), 'BanPanel')
export const LazyCaptchaSlot = lazyRouteComponent(
  () => import('./captcha-slot.tsx').catch(() => ({ CaptchaSlot: CaptchaMissing })),
  'CaptchaSlot',
)

/**
 * Loads the parts that the settings need before the page is rendered, on the server too, so that it is complete without
 * script.
 */
export async function loadParts({ isDemo, providers, captcha }: Settings, isBanned: boolean): Promise<void> {
  await Promise.all([
    isDemo && LazyDemoEntry.preload?.(),
    providers.length > 0 && LazySocialButtons.preload?.(),
    captcha && LazyCaptchaSlot.preload?.(),
    isBanned && LazyBanPanel.preload?.(),
  ])
}
