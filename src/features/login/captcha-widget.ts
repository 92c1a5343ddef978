import { PROVIDERS, type WidgetEvents, type WidgetOptions } from './captcha-providers.ts'
import { loadScript } from './captcha-script.ts'

interface Events extends WidgetEvents {
  onShown: () => void
}

/** Shows a provider's widget inside of an element; answers what takes it away again. */
export function showWidget(parent: HTMLElement, options: WidgetOptions, events: Events): () => void {
  // What stands in it is the provider's.
  const place = document.createElement('div')
  parent.append(place)
  const { scriptUrl, render } = PROVIDERS[options.provider]
  let isGone = false
  let remove: (() => void) | undefined
  const show = async () => {
    await loadScript(scriptUrl(options))
    if (isGone) return
    remove = render(place, options, events)
    if (remove) events.onShown()
    else events.onFailed()
  }
  show().catch(() => isGone || events.onFailed())
  return () => {
    isGone = true
    remove?.()
    place.remove()
  }
}
