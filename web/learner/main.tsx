import { RouterProvider } from '@tanstack/react-router'
import './first-view.ts'
import { startApp } from '../ui/start-app.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { router } from './router.tsx'

void startApp(loadCatalogue, <RouterProvider router={router} />)
