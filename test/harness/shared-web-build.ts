/** The web applications that `bun run test` has built, so that not every service builds them. */
export function sharedWebBuild(): Record<string, string> {
  const folder = process.env.LYCEUM_TEST_WEB_BUILD
  return folder === undefined ? {} : { WEB_BUILD_DIR: folder }
}
