/** Notices of the browser; filled in with the inbox. */
export function useNotices(): void {}
