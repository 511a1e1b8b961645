// Starts Scalar in the page. Everything that sends a request to another host is switched off.

const configuration = {
  url: '/openapi.json',
  // The page may call only its own origin, which can differ from the public URL in the document.
  servers: [{ url: location.origin }],
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'bearer' },
  customFetch: sendRequest,
}

const reference = Scalar.createApiReference('#reference', configuration)

/** Uses the access token of a sign-in that was tried on the page for the next requests. */
async function sendRequest(input, init) {
  const request = new Request(input, init)
  // Without a token Scalar sends the name of the scheme alone.
  if (request.headers.get('authorization')?.trim() === 'Bearer') request.headers.delete('authorization')
  const response = await fetch(request)
  if (new URL(request.url).pathname.startsWith('/api/')) await useAccessToken(response.clone())
  return response
}

async function useAccessToken(response) {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return
  const token = (await response.json().catch(() => undefined))?.data?.accessToken
  if (typeof token !== 'string') return
  reference.updateConfiguration({
    ...configuration,
    authentication: { ...configuration.authentication, securitySchemes: { bearer: { token } } },
  })
}

// The tokens follow `data-theme`; Scalar marks the body when the reader switches between light and dark.
const showTheme = () => {
  const isDark = document.body.classList.contains('dark-mode')
  const isLight = document.body.classList.contains('light-mode')
  if (isDark || isLight) document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
new MutationObserver(showTheme).observe(document.body, { attributeFilter: ['class'] })
showTheme()
