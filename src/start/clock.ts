// The service's clock.
export const now = () => new Date();
export const today = () => now().toISOString().slice(0, 10);
