import { lazyRouteComponent } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'

// Chunks of their own, because only some installations show these parts.
export const LazyDemoEntry = lazyRouteComponent(() => import('./demo-entry.tsx'), 'DemoEntry')
export const LazySocialButtons = lazyRouteComponent(() => import('./social-buttons.tsx'), 'SocialButtons')
export const LazyBanPanel = lazyRouteComponent(() => import('./ban-panel.tsx'), 'BanPanel')
export const LazyCaptchaSlot = lazyRouteComponent(
  () => import('./captcha/captcha.tsx').catch(() => ({ CaptchaSlot: CaptchaMissing })),
  'CaptchaSlot',
)

/**
 * Loads the parts that the settings need before the page is rendered, on the server too, so that it is complete without
 * script.
 */
export async function loadParts({ isDemo, providers, captcha }: Installation, isBanned: boolean): Promise<void> {
  await Promise.all([
    isDemo && LazyDemoEntry.preload?.(),
    providers.length > 0 && LazySocialButtons.preload?.(),
    captcha && LazyCaptchaSlot.preload?.(),
    isBanned && LazyBanPanel.preload?.(),
  ])
}

/** Replaces the captcha when its chunk could not be loaded. */
function CaptchaMissing({ onFailed }: { onFailed: () => void }) {
  // Releases the form that waits for the token.
  useEffect(onFailed)
  return (
    <div className="mt-4">
      <p role="alert" className="text-sm text-danger">
        {m.error_NETWORK()}
      </p>
      <Button look="second" className="mt-3" onClick={() => location.reload()}>
        {m.common_try_again()}
      </Button>
    </div>
  )
}
