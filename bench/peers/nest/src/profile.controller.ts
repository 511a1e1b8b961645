import { Controller, Get, Req, UseGuards } from '@nestjs/common'
import { AuthGuard } from '@nestjs/passport'
import { ProfileService } from './profile.service.js'

@Controller('api/v2/user')
@UseGuards(AuthGuard('jwt'))
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get('profile')
  profile(@Req() request: { user: { id: string } }) {
    return this.profiles.profileOf(request.user.id)
  }
}
