import scriptUrl from 'swagger-ui-dist/swagger-ui-bundle.js?url'
import libraryStyles from 'swagger-ui-dist/swagger-ui.css?url'
import ownStyles from './api-reference.css?url'
import { referencePlugin } from './reference-plugin.ts'
import { triedDocument } from './tried-document.ts'

/** The OpenAPI document of this installation. */
export const DOCUMENT_URL = '/api/v1/openapi.json'

interface SwaggerOptions {
  domNode: HTMLElement
  spec: unknown
  [option: string]: unknown
}

declare global {
  interface Window {
    /** Set by its script: swagger-ui-dist has no module that a strict Content-Security-Policy could load. */
    SwaggerUIBundle?: (options: SwaggerOptions) => unknown
  }
}

/** Renders the reference in an element; throws when its script, its styles or the document cannot be loaded. */
export async function showReference(element: HTMLElement): Promise<void> {
  const [spec] = await Promise.all([
    readDocument(),
    // In this order, so that our styles override the library's.
    loadStyles(libraryStyles).then(() => loadStyles(ownStyles)),
    window.SwaggerUIBundle ? undefined : loadScript(scriptUrl),
  ])
  if (!window.SwaggerUIBundle) throw new Error('The script of the reference did not define SwaggerUIBundle')
  const show = window.SwaggerUIBundle
  await new Promise<void>((resolve) => {
    show({
      domNode: element,
      spec,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 2,
      // Sends nothing to swagger.io, and drops keys on reload.
      validatorUrl: null,
      persistAuthorization: false,
      // Numbers in the default theme, `agate`, have a contrast of 3.5 instead of 4.5.
      syntaxHighlight: { theme: 'tomorrow-night' },
      plugins: [referencePlugin],
      layout: 'PageLayout',
      onComplete: () => resolve(),
    })
  })
  fixAccessibility(element)
}

async function readDocument(): Promise<unknown> {
  const answer = await fetch(DOCUMENT_URL)
  if (!answer.ok) throw new Error(`${DOCUMENT_URL} answered ${answer.status}`)
  return triedDocument(await answer.json())
}

function loadStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  return added(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}

const loadScript = (src: string): Promise<void> => added(Object.assign(document.createElement('script'), { src }))

/** Adds an element to the head and waits until it is loaded; a failed one is removed, so that it can be tried again. */
const added = (element: HTMLElement): Promise<void> =>
  new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('A file of the reference could not be loaded'))
    })
    document.head.append(element)
  })

/** Mirrors our `dark` class in the library's until the returned function is called. */
export function followTheme(): () => void {
  const root = document.documentElement
  const sync = () => root.classList.toggle('dark-mode', root.classList.contains('dark'))
  const observer = new MutationObserver(sync)
  sync()
  observer.observe(root, { attributeFilter: ['class'] })
  return () => {
    observer.disconnect()
    root.classList.remove('dark-mode')
  }
}

/** Adds missing labels and keyboard access to the library's elements as they are rendered. */
function fixAccessibility(element: HTMLElement): void {
  labelElements(element)
  new MutationObserver(() => labelElements(element)).observe(element, { childList: true, subtree: true })
}

function labelElements(element: HTMLElement): void {
  element.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close')
  for (const code of element.querySelectorAll('pre.microlight:not([tabindex])')) code.setAttribute('tabindex', '0')
  for (const field of element.querySelectorAll(
    ':is(select, textarea, input[type="file"]):not([aria-label], [id], [aria-labelledby])',
  )) {
    const parameter = field.closest('tr')?.dataset.paramName
    field.setAttribute('aria-label', parameter ?? (field.matches('select') ? 'Examples' : 'Request body'))
  }
}
