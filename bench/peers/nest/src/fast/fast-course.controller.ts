import { Controller, Get, Param, ParseUUIDPipe, Req, UseGuards } from '@nestjs/common'
import { FastCourseService } from './fast-course.service.js'
import { TokenGuard } from './token.guard.js'

@Controller('api/v2/course')
@UseGuards(TokenGuard)
export class FastCourseController {
  constructor(private readonly courses: FastCourseService) {}

  @Get(':id')
  course(@Param('id', ParseUUIDPipe) id: string, @Req() request: { user: { id: string } }) {
    return this.courses.courseFor(request.user.id, id)
  }
}
