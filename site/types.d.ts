import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:wanted'?: string
  }
}
