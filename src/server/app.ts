// All API routes of the shop, composed: `app.request()` handles a request without a socket.
import type { Hono } from 'hono';
import { authRoutes } from './accounts/sign-in.ts';
import { confirmationRoutes } from './accounts/confirmation-routes.ts';
import { deviceRoutes } from './accounts/account-page.ts';
import { passwordRoutes } from './accounts/password-routes.ts';
import { registerRoutes } from './accounts/register-profile.ts';
import { userRoutes } from './accounts/user-routes.ts';
import type { AppParts } from './app-parts.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createCalls } from './platform/http/api.ts';
import type { ServerEnv } from './platform/http/server-env.ts';
import { orderRoutes } from './orders/routes.ts';
import { paymentRoutes, WEBHOOK } from './payments/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';

export function createApp(parts: AppParts): Hono<ServerEnv> {
  const app = createCalls({ ...parts, signedPaths: [WEBHOOK] });
  app.route('/', healthRoutes(parts));
  app.route('/', authRoutes(parts));
  app.route('/', confirmationRoutes(parts));
  app.route('/', deviceRoutes(parts));
  app.route('/', passwordRoutes(parts));
  app.route('/', registerRoutes(parts));
  app.route('/', userRoutes(parts));
  app.route('/', paymentRoutes(parts));
  app.route('/', orderRoutes(parts));
  app.route('/', privacyRoutes(parts));
  app.route('/', reviewRoutes(parts));
  return app;
}
