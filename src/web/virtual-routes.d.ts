/** Made by the build from the catalogue of operations (`vite.config.ts`). */
declare module 'virtual:routes' {
  export const routes: Readonly<
    Record<string, { readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly path: string }>
  >
}
declare module '*.css'
