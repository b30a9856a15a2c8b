/** One file for both: each file that the start of the site may load costs bytes there. */
export { IdeaPage } from './idea.tsx'
export { IdeasPage } from './ideas.tsx'
